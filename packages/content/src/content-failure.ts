import type { z } from 'zod';

/** Why a content file cannot be used: the first fault in it, for the person who edits it. */
export type ContentFailure = {
  readonly code: 'content_not_json' | 'content_invalid';
  readonly file: string;
  /** The field's path, such as `links.0.url`; `undefined` where the fault is the file as a whole. */
  readonly field: string | undefined;
  /** Goes on a sentence that begins with the field or the file: `is missing`. */
  readonly problem: string;
};

/** The failure as one sentence that names file, field and problem. */
export function describeContentFailure({ file, field, problem }: ContentFailure): string {
  const subject = field === undefined ? file : `${file}: the field "${field}"`;
  return `${subject} ${problem.replace(/\.$/, '')}.`;
}

/** Field and problem of the first issue that a schema found. */
export function describeIssue(error: z.ZodError): Pick<ContentFailure, 'field' | 'problem'> {
  const issue = error.issues[0];
  if (issue === undefined) return { field: undefined, problem: 'is not usable' };
  const path = issue.path.map(String);
  if (issue.code === 'unrecognized_keys') {
    return { field: [...path, issue.keys[0] ?? ''].join('.'), problem: 'is not known; check its spelling' };
  }
  const field = path.length === 0 ? undefined : path.join('.');
  return { field, problem: problemOf(issue) };
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
