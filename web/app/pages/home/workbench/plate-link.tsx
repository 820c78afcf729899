import { Link } from 'react-router';

/** The way from a plate to a page of this site. */
export function PlateLink({ to, children }: { readonly to: string; readonly children: string }) {
  return (
    <Link to={to} discover="none" className="home-link">
      {children}
    </Link>
  );
}
