import { CircleHalfIcon } from '@phosphor-icons/react/dist/ssr/CircleHalf';
import { useTheme } from '../../domains/theme/use-theme.ts';
import { Icon } from '../../ui/icon.tsx';

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
      <Icon drawing={CircleHalfIcon} filled className={theme === 'light' ? '-scale-x-100' : undefined} />
    </button>
  );
}
