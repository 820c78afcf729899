import { useId } from 'react';
import { Link, useRouteLoaderData } from 'react-router';
import { useOwnerFacts } from '../../domains/owner/owner-facts.ts';
import type { FootTool, PublicFacts } from '../../lib/site-context.ts';

/** Hebrew, Arabic and their neighbours: what stands after such a name would else be drawn before it. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

type FootLink = { readonly to: string; readonly title: string };

/** Every page of the site that visitors may open and that the bar above does not lead to. */
export function SiteFooter() {
  const { copyrightYear, name, hasWriting } = useOwnerFacts();
  const tools = useRouteLoaderData<() => PublicFacts>('root')?.tools ?? [];
  const linksTo = (wanted: FootTool['use']) =>
    tools.filter(({ use }) => use === wanted).map(({ id, title }): FootLink => ({ to: `/${id}`, title }));
  return (
    <footer className="page text-sm text-muted">
      <div className="site-footer border-t border-hairline">
        <nav aria-label="All of this site" className="site-footer-links">
          <FootLinks
            title={name}
            links={[
              { to: '/cv', title: 'Resume' },
              ...(hasWriting === true ? [{ to: '/writing', title: 'Writing' }] : []),
              { to: '/proof', title: 'This site, proven' },
            ]}
          />
          <FootLinks title="Tools" links={linksTo('work')} />
          <FootLinks title="Games" links={linksTo('play')} />
          <FootLinks title="On record" links={linksTo('record')} />
          <FootLinks
            title="Ask"
            links={[
              // Not the name of the icon above: whoever looks for a link by its name finds one.
              { to: '/terminal', title: 'By command' },
              { to: '/ai-terminal', title: 'In your own words' },
              { to: '/desktop', title: 'Desktop' },
            ]}
          />
        </nav>
        <p>
          {rightToLeft.test(name) ? (
            <>
              Copyright {copyrightYear} <bdi>{name}</bdi>. All rights reserved.
            </>
          ) : (
            `Copyright ${copyrightYear} ${name}. All rights reserved.`
          )}
        </p>
      </div>
    </footer>
  );
}

type FootLinksProps = { readonly title: string; readonly links: readonly FootLink[] };

function FootLinks({ title, links }: FootLinksProps) {
  const id = useId();
  if (links.length === 0) return null;
  return (
    <div>
      <p id={id} className="font-semibold text-ink">
        <bdi>{title}</bdi>
      </p>
      <ul aria-labelledby={id}>
        {links.map(({ to, title: text }) => (
          <li key={to}>
            <Link to={to} discover="none" className="target inline-flex items-center hover:text-copper pointer-fine:min-h-8">
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
