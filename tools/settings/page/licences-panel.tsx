import { foundations, type LicencedWork, packages } from '../../../web/app/domains/settings/licences.ts';

/** The works that this stands on, with what each says of its licence. */
export function LicencesPanel() {
  return (
    <details>
      <summary className="min-h-11 content-center">{`${foundations.length + packages.length} works`}</summary>
      <ul className="mt-2 gap-x-10 md:columns-2">
        {[...foundations, ...packages].map((work) => (
          <Work key={work.name} {...work} />
        ))}
      </ul>
    </details>
  );
}

function Work({ name, licence }: LicencedWork) {
  return (
    <li className="flex justify-between gap-4 border-b border-hairline py-1 text-sm">
      <span className="wrap-anywhere">{name}</span>
      <span className="shrink-0 font-mono text-muted">{licence}</span>
    </li>
  );
}
