import { isRouteErrorResponse, Link, Outlet } from 'react-router';
import { Button } from '../ui/button.tsx';
import { buttonClass } from '../ui/button-class.ts';
import { FailurePage } from '../ui/failure-page.tsx';
import type { Route } from './+types/site-failure.ts';

/** Holds the error boundary of the public pages inside the navigation, which stays usable. */
export default function SiteFailureBoundary() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const status = isRouteErrorResponse(error) ? error.status : 500;
  return (
    <FailurePage
      status={status}
      title="This page failed to print"
      actions={
        <>
          <Button onClick={() => window.location.reload()}>Try again</Button>
          <Link to="/" className={buttonClass('quiet')}>
            Home
          </Link>
        </>
      }
    >
      <p>It could not be fetched, or broke while it was being made. Nothing that you entered elsewhere is lost.</p>
    </FailurePage>
  );
}
