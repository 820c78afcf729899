/** A figure of a game, with its name. */
type GameFact = { readonly label: string; readonly value: string };

/** The figures of a game, as a list of names and values. */
export function GameFacts({ facts, className }: { readonly facts: readonly GameFact[]; readonly className: string }) {
  return (
    <dl className={className}>
      {facts.map(({ label, value }) => (
        <div key={label} className="game-fact">
          <dt className="text-sm text-muted">{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
