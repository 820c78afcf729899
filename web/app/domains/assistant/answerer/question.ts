import type { AskContent } from './ask-content.ts';
import { silentWords } from './silent-topics.ts';
import { isOneSlipAway, stemOf, wordsOf } from './words.ts';

/** One question, read into words. */
export type Question = {
  /** Its words, folded and with the usual spellings. */
  readonly words: readonly string[];
  /** The words that say what it is about, as they stand in `words`: neither the question's own words nor the owner's name. */
  readonly terms: readonly string[];
  /** Terms as they were typed. */
  readonly typed: (terms: readonly string[]) => string;
  /** Whether it holds one of these words or phrases, separated by `|`, in any of their forms. */
  readonly has: (phrases: string) => boolean;
  /** The post or project that it names, by its place. */
  readonly post: number | undefined;
  readonly project: number | undefined;
  readonly year: number | undefined;
};

/** What questions are made of: words that name nothing that a site could tell. */
const fillers = new Set(
  (
    'a able about actually ada all also am an and any anything anyone anybody are area areas as ask at background based be been being bit both but by can could current currently did ' +
    'do does doing done dont each ever every exactly expert expertise experience experienced familiar far field find for from get give go good great had handle has hasnt have havent having he hello her here hey hi him his ' +
    'hold how i id if ii im in industry into is isnt it its just kind know knowledge known knows know learn let like list long lot made make many may maybe me mean more most much my name need never no none not now of off ok on ' +
    'one only or our out over own people person please possible previous previously professional proficient project quick quickly really right sector see she show side site skill skilled skills so some ' +
    'someone something sort speak such support sure tell than thank thanks that the their them then there these they thing things this those time times to too tool under up us use used uses using very want wanted was we well went were ' +
    'what whats when where which who whos whose why will wish with within without wont work worked working works would write wrote years year yes yet you your yours yourself ' +
    'app apps application applications company companies client clients employer job jobs role roles position career technology technologies tech stack fast hard hands level strong ' +
    'didnt doesnt wasnt werent cant couldnt wouldnt shouldnt should must might shall ill youre theyre shes hes weve ive youve aint nothing ' +
    'before after since until during between still exp first last newest latest oldest interested question wonder wondering perhaps currently present dealt deal done got comfortable proof evidence example examples'
  ).split(' '),
);
const fillerStems = new Set([...fillers].map(stemOf));

/** Words that rules ask for; a slip of the keyboard is put right towards them and towards the content's words. */
const ruleWords =
  'experience certificate certificates certification certifications university language languages programming salary available availability relocate references recommendation ' +
  'project projects company companies position current employer contact linkedin github website resume birthday education graduate conference conferences vulnerability achievement ' +
  'strongest specialty specialities security engineer developer freelance contractor timezone fingerprint previous history responsible management clearance permit contract';

/** The words that slips are put right towards, and all words that are none; made once for each content. */
type Vocabulary = { readonly meant: ReadonlySet<string>; readonly known: ReadonlySet<string>; readonly stems: ReadonlySet<string> };

const vocabularies = new WeakMap<AskContent, Vocabulary>();

function vocabularyOf(content: AskContent): Vocabulary {
  const before = vocabularies.get(content);
  if (before !== undefined) return before;
  const { work, projects, skills, certificates } = content;
  const names = [
    ...work.map(({ name, position }) => `${name} ${position}`),
    ...[...projects, ...skills].map(({ name, keywords }) => `${name} ${keywords.join(' ')}`),
    ...certificates.map(({ name }) => name),
  ];
  const meant = [
    ...wordsOf(`${ruleWords} ${names.join(' ')}`),
    ...'postgres penetration kubernetes javascript healthcare financial'.split(' '),
  ];
  const known = wordsOf(`${silentWords} ${JSON.stringify(content).replaceAll(/\\n/g, ' ')}`);
  const all = new Set([...meant, ...known]);
  const made = { meant: new Set(meant), known: all, stems: new Set([...all].map(stemOf)) };
  vocabularies.set(content, made);
  return made;
}

/** Reads one question. `content` says which names, and which words, there are. */
export function readQuestion(text: string, content: AskContent): Question {
  const vocabulary = vocabularyOf(content);
  const words = wordsOf(
    wordsOf(text)
      .map((word) => meantBy(word, vocabulary))
      .join(' '),
  );
  const stems = ` ${words.map(stemOf).join(' ')} `;
  const has = (phrases: string) => phrases.split('|').some((phrase) => stems.includes(` ${wordsOf(phrase).map(stemOf).join(' ')} `));
  const post = namedIn(words, content.work);
  const project = post === undefined ? namedIn(words, content.projects) : undefined;
  const named = wordsOf(content.work[post ?? -1]?.name ?? content.projects[project ?? -1]?.name ?? '');
  const skipped = new Set([...named, ...wordsOf(content.owner.name), ...wordsOf(content.owner.givenNames)]);
  const years = words.filter((word) => /^(?:19|20)\d\d$/.test(word)).map(Number);
  const terms = words.filter((word, at) => {
    if (skipped.has(word) || /^(?:19|20)\d\d$/.test(word)) return false;
    return !fillerStems.has(stemOf(word)) || isLanguageGo(words, at);
  });
  const asTyped = new Map((text.match(/[\p{L}\p{N}+#]+/gu) ?? []).map((word) => [wordsOf(word)[0] ?? '', word]));
  const typed = (of: readonly string[]) => of.map((term) => asTyped.get(term) ?? term).join(' ');
  return { words, terms: [...new Set(terms)], typed, has, post, project, year: years[0] };
}

/** "Go" is a word of every day, and a programming language after words such as "with" or by itself. */
function isLanguageGo(words: readonly string[], at: number): boolean {
  if (words[at] !== 'go') return false;
  const before = words[at - 1];
  return words.length === 1 || (before !== undefined && ['with', 'in', 'know', 'knows', 'use', 'of', 'write', 'writes'].includes(before));
}

function meantBy(word: string, { meant, known, stems }: Vocabulary): string {
  if (word.length < 6 || known.has(word) || fillerStems.has(stemOf(word))) return word;
  if (stems.has(stemOf(word))) return word;
  // Of several, none: which was meant would be a guess.
  const slips = [...meant].filter((one) => one.length >= 6 && one[0] === word[0] && isOneSlipAway(word, one));
  return new Set(slips.map(stemOf)).size === 1 ? (slips[0] ?? word) : word;
}

/** The place of the record that is named, whole or without its last word. */
function namedIn(words: readonly string[], records: readonly { readonly name: string }[]): number | undefined {
  const said = ` ${words.join(' ')} `;
  const holds = (name: readonly string[]) => name.length > 0 && said.includes(` ${name.join(' ')} `);
  const whole = records.findIndex(({ name }) => holds(wordsOf(name)));
  if (whole >= 0) return whole;
  const part = records.findIndex(({ name }) => {
    const head = wordsOf(name)
      .slice(0, -1)
      .filter((word, at, all) => word !== 'and' || at < all.length - 1);
    return head.join('').length >= 5 && holds(head);
  });
  return part >= 0 ? part : undefined;
}

/** The questions of a text: sentences, and parts that begin a question of their own after a comma, a colon or "and". */
export function splitQuestions(text: string): readonly string[] {
  const openers = 'what|which|where|when|who|how|why|do|does|did|is|are|can|could|have|has|will|would';
  return text
    .slice(0, maxLength)
    .split(new RegExp(String.raw`[?!;\n]|\.\s|[,:] (?=(?:and )?(?:${openers})\b)| and (?=(?:${openers})\b)`, 'iu'))
    .map((part) => part.replace(/^(?:and|so|also|but) /i, '').trim())
    .filter((part) => wordsOf(part).length > 0);
}

/** A question is longer only where it is no question: what comes after is not read. */
const maxLength = 600;
