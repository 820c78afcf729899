import { useTheme } from '../../domains/theme/use-theme.ts';

/** Switches between dark and light. Until the page's code runs, the boot script answers `data-theme-toggle` instead. */
export function ThemeToggle() {
  const { theme, toggleTheme } = useTheme();
  return (
    <button
      type="button"
      data-theme-toggle=""
      aria-label="Light theme"
      aria-pressed={theme === 'light'}
      className="with-script target grid place-items-center rounded-control text-ink transition-colors duration-feedback hover:text-copper"
      onClick={(event) => {
        event.preventDefault();
        toggleTheme();
      }}
    >
      <svg viewBox="0 0 20 20" width="1.25em" height="1.25em" aria-hidden="true" className={theme === 'light' ? '-scale-x-100' : undefined}>
        <circle cx="10" cy="10" r="7.5" fill="none" stroke="currentColor" strokeWidth="1.25" />
        <path d="M10 2.5a7.5 7.5 0 0 1 0 15z" fill="currentColor" />
      </svg>
    </button>
  );
}
