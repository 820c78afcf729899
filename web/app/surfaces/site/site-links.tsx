import { NavLink } from 'react-router';
import { blogPlace } from '../../domains/owner/blog-place.ts';
import { useOwnerFacts } from '../../domains/owner/owner-facts.ts';

type SiteLinksProps = {
  /** The classes of each link; the page's own also has `aria-current`. */
  readonly linkClass: string;
  readonly onFollow?: () => void;
};

/** The site's pages as list items, the same in the wide and in the folded navigation. */
export function SiteLinks({ linkClass, onFollow }: SiteLinksProps) {
  const blog = blogPlace(useOwnerFacts());
  return (
    <>
      <li>
        <NavLink to="/" end className={linkClass} onClick={onFollow}>
          Home
        </NavLink>
      </li>
      {blog === undefined ? null : (
        <li>
          {blog.isElsewhere ? (
            <a
              href={blog.href}
              target="_blank"
              rel="noopener noreferrer"
              title="Opens in a new tab"
              className={linkClass}
              onClick={onFollow}
            >
              Blog
            </a>
          ) : (
            <NavLink to={blog.href} className={linkClass} onClick={onFollow}>
              Blog
            </NavLink>
          )}
        </li>
      )}
      <li>
        <NavLink to="/contact" className={linkClass} onClick={onFollow}>
          Contact
        </NavLink>
      </li>
    </>
  );
}
