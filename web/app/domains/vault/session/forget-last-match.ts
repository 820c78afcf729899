const nothing = /x/;

/**
 * Has the engine forget the text of the last successful match. It keeps it for `RegExp.input`, `RegExp.lastMatch` and their kin, one for
 * each page, for as long as nothing else matches: the title in a button's label would stay readable in memory after a lock.
 */
export function forgetLastMatch(): boolean {
  return nothing.test('x');
}
