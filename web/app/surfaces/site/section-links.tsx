import { Link } from 'react-router';
import type { PageSection } from '../../domains/navigation/page-sections.ts';

type SectionLinksProps = {
  readonly sections: readonly PageSection[];
  /** The section that is being read. */
  readonly active: string | undefined;
  readonly linkClass: string;
  readonly onFollow?: () => void;
};

/** The page's sections as list items. Without the page's code the browser follows them by itself. */
export function SectionLinks({ sections, active, linkClass, onFollow }: SectionLinksProps) {
  return sections.map(({ id, title }) => (
    <li key={id}>
      <Link
        to={`#${id}`}
        className={linkClass}
        aria-current={id === active ? 'location' : undefined}
        onClick={(event) => {
          onFollow?.();
          if (!event.ctrlKey && !event.metaKey && !event.shiftKey) focusSection(id);
        }}
      >
        {title}
      </Link>
    </li>
  ));
}

/** The Tab key goes on from the section, as it does where the browser follows a link into the page; the router scrolls. */
function focusSection(id: string): void {
  const place = document.getElementById(id);
  const heading = place?.querySelector<HTMLElement>('h2') ?? place;
  if (heading === null) return;
  if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
