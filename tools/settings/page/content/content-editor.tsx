import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import type { ContentPart } from '../../../../web/app/domains/settings/content-parts.ts';
import { settings } from '../../../../web/app/domains/settings/registry.ts';
import { Spinner } from '../../../../web/app/ui/spinner.tsx';

// Forms, texts and the preview come when a part is opened.
const Workplace = lazy(() => import('./workplace.tsx').then((file) => ({ default: file.Workplace })));

/** One part of the public site, edited beside what visitors will see. */
export function ContentEditor({ part }: { readonly part: ContentPart }) {
  const setting = settings.find(({ control }) => control.kind === 'content' && control.part === part);
  return (
    <section id={`edit-${part}`} aria-labelledby={`edit-${part}-heading`} className="settings-section">
      <Link to="#profile" preventScrollReset className="settings-back settings-back-here">
        ‹ Your site
      </Link>
      <div className="settings-heading settings-heading-first">
        <h2 id={`edit-${part}-heading`} className="lettering">
          {setting?.title}
        </h2>
        <p className="settings-summary">{setting?.hint}</p>
      </div>
      <Suspense fallback={<Spinner label="Loading" />}>
        <Workplace part={part} />
      </Suspense>
    </section>
  );
}
