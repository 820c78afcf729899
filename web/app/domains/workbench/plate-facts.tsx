import { classNames } from '../../ui/class-names.ts';

type PlateFact = { readonly name: string; readonly value: string; readonly isWarning?: boolean };

/** Up to three facts of a plate, beside each other. */
export function PlateFacts({ facts }: { readonly facts: readonly PlateFact[] }) {
  return (
    <dl className="bench-facts">
      {facts.map(({ name, value, isWarning = false }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className={classNames(isWarning && 'text-carmine')}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
