import { capital, listed, type Rule, sentence, unsaid } from './said.ts';
import { dateText, dayText, lengthText, spanText } from './spans.ts';
import { stemOf, wordsOf } from './words.ts';

/** Who the owner is, in the words of the resume. */
export const who: Rule = (question, { content }) => {
  const { owner, basics, work } = content;
  const { words, has, post, project, terms } = question;
  if (post !== undefined || project !== undefined || terms.length > 1) return undefined;
  const isDoing = words.at(-1) === 'do' && has('what do|what does|what is it') && !has('languages') && words.length <= 7;
  if (!isDoing && !has('yourself|introduce|who are you|who is|bio|biography|elevator pitch|in a nutshell') && !isAboutOwner(words, owner))
    return undefined;
  const current = work.findIndex(({ endDate }) => endDate === undefined);
  const now = work[current];
  return {
    lines: [
      sentence(`${owner.name}: ${now === undefined ? (basics.label ?? '') : `${now.position} at ${now.name}`}`),
      sentence(basics.summary),
    ],
    fields: ['basics.summary', ...(now === undefined ? [] : [`work[${current}]`]), 'about'],
  };
};

function isAboutOwner(words: readonly string[], owner: { readonly name: string; readonly givenNames: string }): boolean {
  const last = words.at(-1) ?? '';
  return (
    words.includes('about') &&
    words.length <= 7 &&
    [...wordsOf(owner.name), ...wordsOf(owner.givenNames), 'you', 'her', 'him', 'them'].includes(last)
  );
}

/** Where the owner lives, by the resume. */
export const place: Rule = ({ has, post }, { content: { owner, basics, facts } }) => {
  if (post !== undefined) return undefined;
  if (has('timezone')) return { lines: [`The time zone of ${owner.givenNames} is ${facts.timeZone}.`], fields: ['timeZone'] };
  if (
    !has(
      'where are you|where is she|where is he|where are they|based|located|location|which city|what city|live|lives|living|home town|hometown',
    )
  ) {
    if (!(has('where is') && wordsOf(owner.givenNames).some((name) => has(name)))) return undefined;
  }
  if (has('work|study')) return undefined;
  if (basics.place.length === 0) return unsaid(`where ${owner.givenNames} lives`);
  return {
    lines: [`${owner.givenNames} is based in ${basics.place.join(', ')}. Time zone: ${facts.timeZone}.`],
    fields: ['basics.location', 'timeZone'],
  };
};

/** The birthday without its year, which the site does not have. */
export const birthday: Rule = ({ has }, { content: { owner, facts } }) => {
  if (has('birthday|date of birth|born')) {
    if (facts.birthday === undefined) return unsaid(`when ${owner.givenNames} was born`);
    return {
      lines: [`${dayText(facts.birthday)} is the birthday that the site counts down to. It does not say the year.`],
      fields: ['birthday'],
    };
  }
  return has('how old|your age|her age|his age|age') && !has('company|business|project')
    ? unsaid(`how old ${owner.givenNames} is`)
    : undefined;
};

/** Languages that people speak. */
export const spokenLanguages: Rule = ({ has, terms }, { content: { owner, languages } }) => {
  if (has('programming|coding|code|program|scripting')) return undefined;
  const named = languages.map(({ language }, at) => ({ language, at })).filter(({ language }) => has(language));
  const isAsked = has('speak|speaks|fluent|fluently|fluency|native|mother tongue|bilingual|languages|language');
  if (named.length === 0 && !isAsked) return undefined;
  if (has('speak at|spoken at|project|projects')) return undefined;
  const all = languages.map(({ language, fluency }) => (fluency === undefined ? language : `${language} (${fluency.toLowerCase()})`));
  if (named.length > 0 && terms.length <= named.length + 1) {
    const lines = named.map(({ at }) => sentence(`${all[at]}`));
    return { lines, fields: named.map(({ at }) => `languages[${at}]`) };
  }
  if (named.length > 0 && !isAsked) return undefined;
  const other = terms.filter(
    (term) =>
      ![
        'speak',
        'fluent',
        'fluently',
        'fluency',
        'native',
        'language',
        'languages',
        'mother',
        'tongue',
        'bilingual',
        'spoken',
        'foreign',
      ].includes(term),
  );
  const list = `The resume lists ${listed(all)}.`;
  if (languages.length === 0) return unsaid(`which languages ${owner.givenNames} speaks`);
  if (other.length > 0) return { ...unsaid(`whether ${owner.givenNames} speaks ${capital(other.join(' '))}`, [list], ['languages']) };
  return { lines: [list], fields: ['languages'] };
};

/** Certificates: all of them, or the one that is named. */
export const certificates: Rule = ({ has, words, typed }, { content }) => {
  const described = content.certificates.map(({ name, abbreviation, issuer, date }) => {
    const from = [issuer, date === undefined ? undefined : dateText(date)].filter((part) => part !== undefined).join(', ');
    return sentence(`${abbreviation === undefined ? name : `${abbreviation}, ${name}`}${from === '' ? '' : ` (${from})`}`);
  });
  const named = content.certificates.flatMap(({ abbreviation, name }, at) => {
    const isNamed = (abbreviation !== undefined && has(abbreviation)) || has(name);
    return isNamed ? [at] : [];
  });
  if (named.length > 0) return { lines: named.map((at) => described[at] ?? ''), fields: named.map((at) => `certificates[${at}]`) };
  if (!has('certified|certificate|certificates|certification|certifications|cert|certs|credentials|qualifications|qualified|accreditation'))
    return undefined;
  const others = words.filter((word) => !certificateWords.has(stemOf(word)));
  if (described.length === 0) return unsaid(`which certificates ${content.owner.givenNames} has`);
  // "Are you AWS certified?" asks for one that is not there.
  const asked = others.filter(
    (word) => !commonWords.has(word) && !wordsOf(`${content.owner.name} ${content.owner.givenNames}`).includes(word),
  );
  if (asked.length > 0) return unsaid(`anything about a certificate for ${typed(asked)}`, described, ['certificates']);
  return { lines: described, fields: ['certificates'] };
};

const certificateWords = new Set(
  'certified certificate certification cert credentials qualifications qualified accreditation security professional'
    .split(' ')
    .map(stemOf),
);
const commonWords = new Set(
  (
    'a all and any are as at current currently did do does else for get got had has have her his hold holds how i in is it kind list me many my of on or other professional relevant she he they show some such tell the ' +
    'their them there what when which who with you your industry active valid still earn earned obtain obtained been ever about please'
  ).split(' '),
);

const levels: readonly (readonly [string, string, string])[] = [
  ['phd|doctorate|doctor|doctoral|dphil', 'a PhD', 'phd|doctorate|dphil|doctor'],
  ['mba', 'an MBA', 'mba'],
  ['bachelor|bachelors|bsc|undergraduate|undergrad', 'a bachelor’s degree', 'bachelor|bachelors|bsc|ba|beng'],
  ['master|masters|msc', 'a master’s degree', 'master|masters|msc|ma|meng'],
];

/** Where and what the owner studied. */
export const education: Rule = ({ has, project }, { content, today }) => {
  const isAsked = has(
    'degree|study|studied|studies|student|university|college|school|graduate|graduated|graduation|education|educated|alma mater|diploma|academic|major|phd|doctorate|msc|masters|bachelor|bachelors|bsc|mba|uni',
  );
  if (!isAsked || project !== undefined || has('case study|case studies')) return undefined;
  const { owner } = content;
  if (content.education.length === 0) return unsaid(`where ${owner.givenNames} studied`);
  const lines = content.education.map(({ institution, area, studyType, startDate, endDate }) => {
    const what = [studyType, area].filter((part) => part !== undefined).join(' in ');
    const when = spanText({ startDate, endDate });
    return sentence(`${what === '' ? '' : `${what}, `}${institution}${when === undefined ? '' : `, ${when}`}`);
  });
  const level = levels.find(([asked]) => has(asked));
  const held = content.education.some(({ studyType = '' }) => level?.[2].split('|').some((name) => wordsOf(studyType).includes(name)));
  if (level !== undefined && !held) return unsaid(`anything about ${level[1]}`, [`It names: ${lines.join(' ')}`], ['education']);
  const first = content.education[0];
  const long = has('how long') && first !== undefined ? lengthText(first, today) : undefined;
  return { lines: long === undefined ? lines : [...lines, sentence(long)], fields: content.education.map((_, at) => `education[${at}]`) };
};

/** Talks, weaknesses that were made public, awards, publications and voluntary work. */
export const published: Rule = ({ has, terms }, { content }) => {
  const { talks, advisories, awards, publications, volunteer, owner } = content;
  const isMeeting = has('we talk|talk to|let us talk|lets talk');
  if (
    !isMeeting &&
    has(
      'talk|talks|conference|conferences|spoken|speak at|speaker|speaking at|public speaking|presentation|presentations|presented|keynote|lecture|lectures',
    )
  ) {
    const picked = narrow(talks, terms, ({ title, event }) => `${title} ${event ?? ''}`);
    const lines = picked.map(([, { title, event, date }]) =>
      sentence([`“${title}”`, event, date === undefined ? undefined : dateText(date)].filter((part) => part !== undefined).join(', ')),
    );
    if (talks.length > 0) return { lines, fields: picked.map(([at]) => `talks[${at}]`) };
    return has('talk about') ? undefined : unsaid(`whether ${owner.givenNames} has spoken at conferences`);
  }
  const isFound =
    has('found|find|discovered|discover|disclosed|disclose|disclosure|published|reported') &&
    has('vulnerability|vulnerabilities|flaw|flaws|bug|bugs|weakness|exploit|zero day|0 day|hole|holes');
  if (has('cve|cves|advisory|advisories') || (isFound && !has('this site|your site|the site|how quickly|how fast|how long'))) {
    const picked = narrow(advisories, terms, ({ id, title }) => `${id} ${title}`);
    const lines = picked.map(([, { id, title, date }]) => sentence(`${id}: ${title}${date === undefined ? '' : `, ${dateText(date)}`}`));
    return lines.length > 0
      ? { lines, fields: picked.map(([at]) => `advisories[${at}]`) }
      : unsaid('anything about published vulnerabilities');
  }
  if (has('award|awards|prize|prizes|honour|honours|honor|honors')) {
    return awards.length === 0
      ? unsaid('anything about awards')
      : { lines: awards.map(({ title, awarder }) => sentence(awarder === undefined ? title : `${title}, ${awarder}`)), fields: ['awards'] };
  }
  if (has('publication|publications|paper|papers|book|books|article|articles')) {
    return publications.length === 0
      ? undefined
      : {
          lines: publications.map(({ name, publisher }) => sentence(publisher === undefined ? name : `${name}, ${publisher}`)),
          fields: ['publications'],
        };
  }
  if (has('volunteer|volunteering|voluntary|pro bono')) {
    return volunteer.length === 0
      ? unsaid('anything about voluntary work')
      : {
          lines: volunteer.map(({ organization, position }) =>
            sentence(position === undefined ? organization : `${position}, ${organization}`),
          ),
          fields: ['volunteer'],
        };
  }
  return undefined;
};

/** The records that a term of the question names; all of them where none does. */
function narrow<Item>(
  items: readonly Item[],
  terms: readonly string[],
  textOf: (item: Item) => string,
): readonly (readonly [number, Item])[] {
  const all = items.map((item, at) => [at, item] as const);
  const scored = all.map((entry) => {
    const stems = new Set(wordsOf(textOf(entry[1])).map(stemOf));
    return { entry, hits: terms.filter((term) => stems.has(stemOf(term))).length };
  });
  const best = Math.max(0, ...scored.map(({ hits }) => hits));
  return best === 0 ? all : scored.filter(({ hits }) => hits === best).map(({ entry }) => entry);
}
