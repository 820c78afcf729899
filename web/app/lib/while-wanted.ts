/**
 * Hands on what a promise brings, unless the returned function was called before: an effect returns it, so that nothing comes to a
 * component that has left, or that asks for something else by now.
 */
export function whileWanted<Value>(promise: Promise<Value>, take: (value: Value) => void, refused?: () => void): () => void {
  let isWanted = true;
  const unlessLeft = refused && (() => (isWanted ? refused() : undefined));
  void promise.then((value) => {
    if (isWanted) take(value);
  }, unlessLeft);
  return () => {
    isWanted = false;
  };
}
