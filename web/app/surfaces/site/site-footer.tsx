import { Link } from 'react-router';
import { useOwnerFacts } from '../../domains/owner/owner-facts.ts';

/** Hebrew, Arabic and their neighbours: what stands after such a name would else be drawn before it. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

export function SiteFooter() {
  const { copyrightYear, name } = useOwnerFacts();
  return (
    <footer className="page text-sm text-muted">
      <div className="site-footer border-t border-hairline">
        <ul className="site-footer-links -mt-3 mb-2 flex flex-wrap gap-x-6">
          <li>
            <Link to="/cv" discover="none" className="target inline-flex items-center hover:text-copper">
              Resume
            </Link>
          </li>
          <li>
            <Link to="/proof" discover="none" className="target inline-flex items-center hover:text-copper">
              This site, proven
            </Link>
          </li>
        </ul>
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
