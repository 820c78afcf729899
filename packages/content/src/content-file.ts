import { fail, type Result, succeed } from '@castellan/foundation/result';
import { z } from 'zod';
import { type ContentFailure, describeIssue } from './content-failure.ts';

/** The value that a content file's text holds in the schema's shape, or the first thing that is wrong with it. */
export function parseContentFile<Value>(schema: z.ZodType<Value>, fileName: string, text: string): Result<Value, ContentFailure> {
  const json = parseJson(text);
  if (!json.ok) return fail({ code: 'content_not_json', file: fileName, field: undefined, problem: json.failure.problem });
  const parsed = schema.safeParse(json.value, { reportInput: true });
  if (parsed.success) return succeed(parsed.data);
  return fail({ code: 'content_invalid', file: fileName, ...describeIssue(parsed.error) });
}

/** One line of text, not blank. */
export const contentLine = z.string().trim().min(1).max(120);

/** A few sentences, not blank. */
export const contentParagraph = z.string().trim().min(1).max(800);

/** An address that a link may lead to: never one that would run a script. */
export const webAddress = z.url({ protocol: /^https?$/, error: 'must be a web address such as "https://blog.example"' });

function parseJson(text: string): Result<unknown, { readonly code: 'not_json'; readonly problem: string }> {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    return succeed(value);
  } catch (error) {
    const detail = error instanceof SyntaxError ? error.message : 'it cannot be read';
    return fail({ code: 'not_json', problem: `is not valid JSON: ${detail}` });
  }
}
