import type { AskContent } from './ask-content.ts';
import { findPassages } from './passages.ts';
import { capital, listed, type Rule, type Said, sentence, unsaid } from './said.ts';
import { counted, lengthText, monthOf, spanText } from './spans.ts';

type Post = AskContent['work'][number];

function postLine({ name, position, startDate, endDate, location }: Post): string {
  return sentence(`${position} at ${name}${location === undefined ? '' : `, ${location}`}, ${spanText({ startDate, endDate })}`);
}

function tell(content: AskContent, places: readonly number[], more: (post: Post) => readonly string[] = () => []): Said {
  const posts = places.flatMap((at) => content.work[at] ?? []);
  return { lines: posts.flatMap((post) => [postLine(post), ...more(post).map(sentence)]), fields: places.map((at) => `work[${at}]`) };
}

/** The places of the posts, the latest first. */
function byStart({ work }: AskContent): readonly number[] {
  return work.map((_, at) => at).sort((one, other) => (work[other]?.startDate ?? '').localeCompare(work[one]?.startDate ?? ''));
}

/** One post that is named: how long, what came before or after, and what was done there. */
export const namedPost: Rule = ({ post: at, has, terms, typed }, { content, today }) => {
  const post = content.work[at ?? -1];
  if (at === undefined || post === undefined) return undefined;
  const order = byStart(content);
  const place = order.indexOf(at);
  const next = has('before|prior to|previously to') ? order[place + 1] : has('after') ? order[place - 1] : undefined;
  if (next !== undefined) return tell(content, [next]);
  if (has('before|prior to|after'))
    return unsaid(`what came ${has('after') ? 'after' : 'before'} ${post.name}`, [postLine(post)], [`work[${at}]`]);
  const length = lengthText(post, today);
  if (has('how long|how many years|how many months|duration|when|since when') && length !== undefined) {
    return { lines: [`${capital(length)}.`, postLine(post)], fields: [`work[${at}]`] };
  }
  if (terms.length > 0) {
    const found = findPassages(terms, content, { post: at });
    if (found !== undefined) return { ...found, lines: [postLine(post), ...found.lines] };
  }
  const told = tell(content, [at], ({ summary, highlights }) => [...(summary === undefined ? [] : [summary]), ...highlights]);
  if (terms.length === 0 || has('tell me|what did|about')) return told;
  return { ...unsaid(`anything about ${typed(terms)} at ${post.name}`, told.lines, told.fields) };
};

/** Questions about the career as a whole, or about one time in it. */
export const career: Rule = (question, asked) => {
  const { has, terms, year, post, project } = question;
  const { content, today } = asked;
  if (post !== undefined || project !== undefined || content.work.length === 0) return undefined;
  const isWork = has(
    'work|works|worked|working|job|jobs|employer|employers|employed|company|companies|position|role|title|career|doing|do|employment|post',
  );
  if (year !== undefined && isWork && terms.length === 0)
    return inYears(year, has('before|until') ? 'before' : has('after|since') ? 'after' : 'in', content);
  if (has('gap|gaps|unemployed|career break|out of work')) return gaps(content);
  if (isWork && has('abroad|outside|overseas|other countries|another country|which countries|internationally|which cities'))
    return places(content);
  const order = byStart(content);
  const first = order.at(-1);
  if (isWork && has('first|start out|started out|begin|earliest') && first !== undefined && terms.length === 0)
    return tell(content, [first], ({ summary }) => (summary === undefined ? [] : [summary]));
  if (
    has('how many') &&
    has('company|companies|employers|jobs|positions|employer|roles|organisations|organizations') &&
    terms.length === 0
  ) {
    const names = order.map((at) => content.work[at]?.name ?? '');
    return { lines: [`${names.length}: ${listed(names)}.`], fields: order.map((at) => `work[${at}]`) };
  }
  if (isWork && has('now|current|currently|today|at the moment|present|presently|these days|right now') && terms.length === 0)
    return currentPosts(content, today, has('how long|how many years|since when'));
  if (has('current company|current employer|current job|current role|current position'))
    return currentPosts(content, today, has('how long|how many years|since when'));
  if (
    has('how senior|how experienced|seniority') ||
    (has('how long|how many years|years of experience|years experience') && terms.length === 0)
  )
    return whole(content, today);
  if (isWork && terms.length === 0 && has('last job|previous job|previous employer|last employer|previous role|previous company'))
    return tell(content, order.slice(1, 2));
  if (
    isWork &&
    terms.length === 0 &&
    has(
      'where have|where did|which companies|what companies|employers|career|work history|employment history|who have you worked for|who did you work for',
    )
  ) {
    return tell(content, order);
  }
  if (isWork && terms.length === 0 && has('where do|where does|where is')) return currentPosts(content, today, false);
  return undefined;
};

function inYears(year: number, when: 'before' | 'in' | 'after', content: AskContent): Said {
  const at = byStart(content).filter((place) => {
    const { startDate = '', endDate = '9999' } = content.work[place] ?? {};
    const [from, to] = [Number(startDate.slice(0, 4)), Number(endDate.slice(0, 4))];
    if (when === 'before') return from < year;
    return when === 'after' ? to >= year : from <= year && year <= to;
  });
  return at.length === 0 ? unsaid(`which post there was ${when} ${year}`) : tell(content, at);
}

function currentPosts(content: AskContent, today: string, isLength: boolean): Said {
  const now = content.work.flatMap(({ endDate }, at) => (endDate === undefined ? [at] : []));
  if (now.length === 0) return unsaid(`where ${content.owner.givenNames} works now`);
  return tell(content, now, (post) => {
    const length = isLength ? lengthText(post, today) : undefined;
    return length !== undefined ? [capital(length)] : post.summary === undefined ? [] : [post.summary];
  });
}

function whole(content: AskContent, today: string): Said | undefined {
  const at = byStart(content).at(-1);
  const first = content.work[at ?? -1];
  const length = first === undefined ? undefined : lengthText({ startDate: first.startDate }, today);
  if (first === undefined || length === undefined) return undefined;
  return {
    lines: [`${capital(length)} since the first post that the site lists.`, postLine(first), sentence(content.basics.summary)],
    fields: [`work[${at}]`, 'basics.summary'],
  };
}

function places(content: AskContent): Said {
  const located = content.work.flatMap(({ name, location }, at) =>
    location === undefined ? [] : [{ text: `${name} in ${location}`, field: `work[${at}]` }],
  );
  if (located.length === 0) return unsaid('where the posts were');
  return { lines: [`By place: ${listed(located.map(({ text }) => text))}.`], fields: located.map(({ field }) => field) };
}

/** Months between one post and the next; told only where every date names its month. */
function gaps(content: AskContent): Said {
  const posts = [...byStart(content)].reverse().flatMap((at) => content.work[at] ?? []);
  const fields = posts.map((_, at) => `work[${at}]`);
  const lines = posts.map(postLine);
  const months = posts.map(({ startDate, endDate }) => ({
    from: monthOf(startDate),
    to: endDate === undefined ? Number.POSITIVE_INFINITY : monthOf(endDate),
  }));
  if (months.some(({ from, to }) => from === undefined || to === undefined))
    return unsaid('the month of every date, so gaps cannot be told', lines, fields);
  let reached = months[0]?.to ?? 0;
  const found: string[] = [];
  for (const [at, { from = 0, to = 0 }] of months.entries()) {
    const missing = from - reached - 1;
    if (at > 0 && missing > 0) found.push(`${counted(missing, 'month')} before ${posts[at]?.name}`);
    reached = Math.max(reached, to);
  }
  return {
    lines: [found.length === 0 ? 'There is no gap of a whole month between the posts:' : `Gaps: ${listed(found)}.`, ...lines],
    fields,
  };
}
