import { Outlet } from 'react-router';
import { SkipLink } from '../ui/skip-link.tsx';
import { SiteFooter } from './site/site-footer.tsx';
import { SiteHeader } from './site/site-header.tsx';

/** What every public page stands in: skip link, navigation, footer. */
export default function Site() {
  return (
    <div className="flex min-h-svh flex-col">
      <SkipLink />
      <SiteHeader />
      <Outlet />
      <SiteFooter />
    </div>
  );
}
