import type { Resume } from '@castellan/content/resume';

/** A line for each of the two terminals that this content can answer. */
export type PromptLines = { readonly command: string; readonly question: string };

/** Lines with an answer: about skills where there are some that say since when, else about what there is. */
export function promptLinesOf({ skills, projects, work }: Pick<Resume, 'skills' | 'projects' | 'work'>): PromptLines {
  const years = skills.flatMap(({ since }) => (since === undefined ? [] : [since])).toSorted((one, other) => one - other);
  const middle = years[Math.floor(years.length / 2)];
  const word = projects.flatMap(({ keywords }) => keywords).find((keyword) => /^[\p{L}\d]{2,12}$/u.test(keyword));
  return {
    command:
      middle !== undefined && middle !== years[0]
        ? `skills | where since < ${middle}`
        : projects.length > 0
          ? 'projects | sort year -r'
          : work.length > 0
            ? 'experience | sort from'
            : 'help',
    question:
      word !== undefined
        ? `Which projects use ${word}?`
        : work.length > 0
          ? 'How many years of experience do you have?'
          : 'How can I reach you?',
  };
}
