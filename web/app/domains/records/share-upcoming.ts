/**
 * A question that several may ask at once and that is not under way twice. What is shared is a question that has not begun yet, never
 * one that is under way: its answer may be older than what the asker has just seen. Whoever asks while one is under way gets the answer
 * of the next, which begins when that one has ended, and after `gather`, and is everybody's who asked until then.
 */
export function shareUpcoming<Answer>(
  ask: () => Promise<Answer>,
  gather: () => Promise<void> = () => Promise.resolve(),
): () => Promise<Answer> {
  let underWay: Promise<void> | undefined;
  let upcoming: Promise<Answer> | undefined;
  const begin = (): Promise<Answer> => {
    upcoming = undefined;
    const asked = ask();
    const ended = asked.then(
      () => undefined,
      () => undefined,
    );
    underWay = ended;
    void ended.then(() => {
      if (underWay === ended && upcoming === undefined) underWay = undefined;
    });
    return asked;
  };
  return () => {
    if (underWay === undefined) return begin();
    upcoming ??= underWay.then(gather).then(begin);
    return upcoming;
  };
}
