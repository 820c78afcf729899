import { Link } from 'react-router';
import { classNames } from '../../ui/class-names.ts';

type ViewTabsProps = {
  readonly views: readonly { readonly id: string; readonly title: string }[];
  /** The view that is shown. */
  readonly current: string | undefined;
  readonly className?: string;
  readonly onGo?: () => void;
};

/** The views of a page, each with an address of its own: `#id`. */
export function ViewTabs({ views, current, className, onGo }: ViewTabsProps) {
  return (
    <nav aria-label="Views" className={classNames('overflow-x-auto', className)}>
      <ul className="flex">
        {views.map(({ id, title }) => (
          <li key={id}>
            <Link
              to={`#${id}`}
              aria-current={id === current ? 'page' : undefined}
              preventScrollReset
              onClick={onGo}
              className={classNames(
                'target -mb-px inline-flex items-center border-b-2 px-3 no-underline sm:px-4',
                id === current ? 'border-copper text-ink' : 'border-transparent text-muted hover:text-ink',
              )}
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
