import { Link } from 'react-router';
import { useOwnerFacts } from '../../domains/owner/owner-facts.ts';

export function SiteFooter() {
  const { copyrightYear, name, hasWriting } = useOwnerFacts();
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
          {hasWriting === true ? (
            <li>
              <Link to="/writing" discover="none" className="target inline-flex items-center hover:text-copper">
                Writing
              </Link>
            </li>
          ) : null}
        </ul>
        <p>{`Copyright ${copyrightYear} ${name}. All rights reserved.`}</p>
      </div>
    </footer>
  );
}
