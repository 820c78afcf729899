import { fail, type Result, succeed } from '@castellan/foundation/result';

/**
 * What of the tests is to run. `static`: what needs no running code; all others are that, and more. `tool`: what is about one tool.
 * `changed`: what can notice how the work tree differs from a commit; `why` asks for the reason of each.
 */
export type TestOptions =
  | { readonly kind: 'everything'; readonly withBrowser: boolean }
  | { readonly kind: 'static' }
  | { readonly kind: 'tool'; readonly id: string; readonly withBrowser: true }
  | { readonly kind: 'changed'; readonly commit: string; readonly why: boolean; readonly withBrowser: boolean };

/** Reads the command's words. What is not understood is refused with a sentence: a typing error must not run less than was meant. */
export function parseTestOptions(
  given: readonly string[],
  toolIds: readonly string[],
): Result<TestOptions, { readonly code: 'not_understood'; readonly message: string }> {
  const refuse = (message: string) => fail({ code: 'not_understood', message } as const);
  const words = given.filter((word) => word !== '--without-browser');
  const withBrowser = words.length === given.length;
  const [first, second, ...rest] = words;
  if (first === undefined) return succeed({ kind: 'everything', withBrowser });
  if (first === '--static' && second === undefined) return succeed({ kind: 'static' });
  if (first === '--changed') {
    const [commit = 'HEAD', ...others] = words.slice(1).filter((word) => word !== '--why');
    const why = words.includes('--why');
    if (others.length === 0 && !commit.startsWith('-')) return succeed({ kind: 'changed', commit, why, withBrowser });
  }
  if (first !== '--tool' || rest.length > 0)
    return refuse(`"${words.join(' ')}" is not understood. There are: --static, --tool ID, and --changed [COMMIT] [--why].`);
  if (second !== undefined && toolIds.includes(second)) return succeed({ kind: 'tool', id: second, withBrowser: true });
  return refuse(`There is no tool "${second ?? ''}". There are: ${toolIds.join(', ')}.`);
}
