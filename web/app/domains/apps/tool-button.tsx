import { buttonClass } from '../../ui/button-class.ts';
import { Icon, type IconDrawing } from '../../ui/icon.tsx';

type ToolButtonProps = {
  readonly drawing: IconDrawing;
  readonly label: string;
  readonly onClick: () => void;
  /** Underlined, as the kit's quiet buttons are. */
  readonly isQuiet?: boolean;
};

/** One of a page's actions: a drawing and a word. */
export function ToolButton({ drawing, label, onClick, isQuiet = false }: ToolButtonProps) {
  return (
    <button
      type="button"
      onClick={onClick}
      className={
        isQuiet
          ? buttonClass('quiet')
          : 'target inline-flex items-center gap-2 rounded-control px-3 text-sm text-muted hover:bg-raised hover:text-ink'
      }
    >
      <Icon drawing={drawing} />
      {label}
    </button>
  );
}
