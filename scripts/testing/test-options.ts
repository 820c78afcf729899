import { fail, type Result, succeed } from '@castellan/foundation/result';

/** What of the tests is to run. `static`: what needs no running code. `tool`: that, and what is about one tool. */
export type TestOptions =
  | { readonly kind: 'everything'; readonly withBrowser: boolean }
  | { readonly kind: 'static' }
  | { readonly kind: 'tool'; readonly id: string };

/** Reads the command's words. What is not understood is refused with a sentence: a typing error must not run less than was meant. */
export function parseTestOptions(
  given: readonly string[],
  toolIds: readonly string[],
): Result<TestOptions, { readonly code: 'not_understood'; readonly message: string }> {
  const refuse = (message: string) => fail({ code: 'not_understood', message } as const);
  const words = given.filter((word) => word !== '--without-browser');
  const [first, second, ...rest] = words;
  if (first === undefined) return succeed({ kind: 'everything', withBrowser: words.length === given.length });
  if (first === '--static' && second === undefined) return succeed({ kind: 'static' });
  if (first !== '--tool' || rest.length > 0) return refuse(`"${words.join(' ')}" is not understood. There are: --static, and --tool ID.`);
  if (second !== undefined && toolIds.includes(second)) return succeed({ kind: 'tool', id: second });
  return refuse(`There is no tool "${second ?? ''}". There are: ${toolIds.join(', ')}.`);
}
