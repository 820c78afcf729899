import type { Button } from '@castellan/games/buttons';
import { ArrowDownIcon } from '@castellan/icons/arrows/arrow-down';
import { ArrowLeftIcon } from '@castellan/icons/arrows/arrow-left';
import { ArrowRightIcon } from '@castellan/icons/arrows/arrow-right';
import { ArrowUpIcon } from '@castellan/icons/arrows/arrow-up';
import { CrosshairIcon } from '@castellan/icons/signs/crosshair';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { actionNames } from './game-keys.ts';

const drawings = { up: ArrowUpIcon, down: ArrowDownIcon, left: ArrowLeftIcon, right: ArrowRightIcon, strike: CrosshairIcon } as const;

/** Where each button lies in a cross of three columns. */
const places: Readonly<Record<Button, string>> = {
  up: 'col-start-2 row-start-1',
  left: 'col-start-1 row-start-2',
  down: 'col-start-2 row-start-2',
  right: 'col-start-3 row-start-2',
  strike: '',
};

type TouchPadProps = {
  readonly pad: readonly Button[];
  readonly onPress: (button: Button) => void;
  readonly onRelease: (button: Button) => void;
};

/** Buttons for thumbs, where there is no mouse: a cross, or two ways and a large button to strike. */
export function TouchPad({ pad, onPress, onRelease }: TouchPadProps) {
  const isCross = pad.includes('up');
  return (
    <div
      className={classNames(
        'game-pad mt-3 gap-2',
        isCross ? 'game-pad-cross mx-auto w-full max-w-form grid-cols-3' : 'game-pad-row grid-cols-[1fr_1fr_2fr]',
      )}
    >
      {pad.map((button) => (
        <button
          key={button}
          type="button"
          aria-label={actionNames[button]}
          className={classNames('game-side-button game-pad-button', isCross ? places[button] : `game-pad-${button}`)}
          onPointerDown={(event) => {
            event.preventDefault();
            event.currentTarget.setPointerCapture(event.pointerId);
            onPress(button);
          }}
          onPointerUp={() => onRelease(button)}
          onPointerCancel={() => onRelease(button)}
          onClick={(event) => {
            // A press of the keyboard or of a screen reader has no pointer: it is a tap.
            if (event.detail !== 0) return;
            onPress(button);
            onRelease(button);
          }}
        >
          <Icon drawing={drawings[button]} className="size-7" />
        </button>
      ))}
    </div>
  );
}
