import { data, Link, useLocation } from 'react-router';
import { buttonClass } from '../../ui/button-class.ts';
import { FailurePage } from '../../ui/failure-page.tsx';

export function loader() {
  return data(null, { status: 404 });
}

export function meta() {
  return [{ title: 'Not found' }, { name: 'robots', content: 'noindex' }];
}

export default function NotFoundPage() {
  const { pathname } = useLocation();
  return (
    <FailurePage
      status={404}
      title="No such page"
      actions={
        <Link to="/" className={buttonClass('primary')}>
          Home
        </Link>
      }
    >
      <p>
        Nothing was ever issued under <code className="font-mono text-base break-all text-ink">{pathname}</code>. The address may be
        misspelt, or the page withdrawn.
      </p>
    </FailurePage>
  );
}
