import type * as z from 'zod/mini';

/** Why a content file cannot be used: every fault in it, in the file's order of fields, for the person who edits it. */
export type ContentFailure = {
  readonly code: 'content_not_json' | 'content_invalid';
  readonly file: string;
  readonly faults: readonly [ContentFault, ...ContentFault[]];
};

/** One thing that is wrong with a content file. */
export type ContentFault = {
  /** The field's path, such as `links.0.url`; `undefined` where the fault is the file as a whole. */
  readonly field: string | undefined;
  /** Goes on a sentence that begins with the field or the file: `is missing`. */
  readonly problem: string;
  /** Where the field stands, counted from 1; that of the group around it where the field is missing. */
  readonly line?: number | undefined;
  /** A line that could stand there. */
  readonly example?: string | undefined;
};

/** The failure of a file with a single fault. */
export function singleFault(file: string, fault: ContentFault): ContentFailure {
  return { code: 'content_invalid', file, faults: [fault] };
}

/** The failure as lines, one for each fault: file, field and problem as a sentence, then the line in the file and an example. */
export function describeContentFailure({ file, faults }: ContentFailure): string {
  return faults
    .map(({ field, problem, line, example }) => {
      const subject = field === undefined ? file : `${file}: the field "${field}"`;
      const place = line === undefined ? '' : ` Line ${line}.`;
      return `${subject} ${problem.replace(/\.$/, '')}.${place}${example === undefined ? '' : ` Example: ${example}`}`;
    })
    .join('\n');
}

/** What helps to mend a field: where it stands, and a content of the same shape that can be used, whose list entries together have every field. */
type Help = { readonly lineOf: (path: readonly PropertyKey[]) => number | undefined; readonly example: unknown };

/** The faults that a schema found. */
export function describeIssues(issues: readonly z.core.$ZodIssue[], { lineOf, example }: Help): readonly ContentFault[] {
  return issues.flatMap((issue): readonly ContentFault[] => {
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => {
        const path = [...issue.path, key];
        return { field: path.map(String).join('.'), problem: 'is not known; check its spelling', line: lineOf(path) };
      });
    }
    const line = lineOf(issue.path) ?? lineOf(issue.path.slice(0, -1));
    const field = issue.path.length === 0 ? undefined : issue.path.map(String).join('.');
    return [{ field, problem: problemOf(issue), line, example: exampleLine(example, issue.path) }];
  });
}

/** Longer examples help nobody. */
const maxExampleLength = 160;

/** The field at the end of a path as it could be written; that of the list where the path ends in an entry. */
function exampleLine(example: unknown, path: readonly PropertyKey[]): string | undefined {
  const named = path.slice(0, path.findLastIndex((part) => typeof part === 'string') + 1);
  const name = named.at(-1);
  if (name === undefined) return undefined;
  let value = example;
  for (const part of named) value = Array.isArray(value) ? Object.assign({}, ...value) : Object(value)[part];
  if (value === undefined) return undefined;
  const text = `${JSON.stringify(name)}: ${JSON.stringify(value)}`;
  return text.length > maxExampleLength ? undefined : text;
}

function problemOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is missing' : `must be ${kindNames[issue.expected] ?? issue.expected}`;
    case 'too_small':
      if (issue.message.startsWith('must ')) return issue.message;
      return issue.origin === 'string' ? 'must not be empty' : `must be ${issue.minimum} or more`;
    case 'too_big':
      if (issue.message.startsWith('must ')) return issue.message;
      return issue.origin === 'string' ? `must not be longer than ${issue.maximum} characters` : `must be ${issue.maximum} or less`;
    default:
      return issue.message.startsWith('must ') ? issue.message : `is not right: ${issue.message}`;
  }
}

const kindNames: Readonly<Record<string, string>> = {
  string: 'a text in quotes',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a group of fields in braces',
};
