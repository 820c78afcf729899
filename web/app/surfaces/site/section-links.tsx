import { Link } from 'react-router';
import { focusSection } from '../../domains/navigation/focus-section.ts';
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
