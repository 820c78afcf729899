import { useId } from 'react';
import { type BellPreferences, formatMinute, parseMinute } from '../../../web/app/domains/notifications/bell-preferences.ts';
import type { NotificationType } from '../../../web/app/domains/notifications/notification.ts';
import { fieldClass } from '../../../web/app/ui/fields/field-class.ts';
import { NotAsked } from './asked-view.tsx';
import { useBell } from './bell-provider.tsx';

const firstQuiet = { fromMinute: 22 * 60, toMinute: 7 * 60 } as const;

/** Whether one kind rings; it stays in the list of everything either way. */
export function MuteControl({ type, titleId }: { readonly type: NotificationType; readonly titleId: string }) {
  const { asked, again, change } = useBell();
  if (asked.status !== 'ready') return <NotAsked asked={asked} again={again} />;
  const { mutedTypes } = asked.value;
  const isMuted = mutedTypes.includes(type);
  return (
    <Tick
      label="Muted"
      titleId={titleId}
      checked={isMuted}
      onChange={() => change({ ...asked.value, mutedTypes: isMuted ? mutedTypes.filter((one) => one !== type) : [...mutedTypes, type] })}
    />
  );
}

/** The hours in which only what is important counts. */
export function QuietHoursControl({ titleId }: { readonly titleId: string }) {
  const { asked, again, change } = useBell();
  if (asked.status !== 'ready') return <NotAsked asked={asked} again={again} />;
  const { quiet } = asked.value;
  const keep = (next: BellPreferences['quiet']) => change({ ...asked.value, quiet: next });
  return (
    <div className="flex flex-wrap items-end gap-x-5 gap-y-3">
      <Tick
        label="On"
        titleId={titleId}
        checked={quiet !== undefined}
        onChange={() => keep(quiet === undefined ? firstQuiet : undefined)}
      />
      {quiet === undefined ? null : (
        <>
          <TimeOfDay
            label="From"
            minute={quiet.fromMinute}
            other={quiet.toMinute}
            onKeep={(fromMinute) => keep({ ...quiet, fromMinute })}
          />
          <TimeOfDay label="To" minute={quiet.toMinute} other={quiet.fromMinute} onKeep={(toMinute) => keep({ ...quiet, toMinute })} />
        </>
      )}
    </div>
  );
}

function Tick(props: { readonly label: string; readonly titleId: string; readonly checked: boolean; readonly onChange: () => void }) {
  const labelId = useId();
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3">
      <input
        type="checkbox"
        aria-labelledby={`${props.titleId} ${labelId}`}
        checked={props.checked}
        onChange={props.onChange}
        className="size-5 shrink-0 accent-(--copper)"
      />
      <span id={labelId}>{props.label}</span>
    </label>
  );
}

/** Kept when the field is left; a time that is none, or that would make the hours empty, is put back. */
function TimeOfDay(props: {
  readonly label: string;
  readonly minute: number;
  readonly other: number;
  readonly onKeep: (minute: number) => void;
}) {
  const { label, minute, other, onKeep } = props;
  const id = useId();
  return (
    <div className="w-32">
      <label htmlFor={id} className="text-sm text-muted">
        {label}
      </label>
      <input
        id={id}
        key={minute}
        type="time"
        className={fieldClass}
        defaultValue={formatMinute(minute)}
        onBlur={(event) => {
          const wanted = parseMinute(event.currentTarget.value);
          if (wanted === undefined || wanted === other) event.currentTarget.value = formatMinute(minute);
          else if (wanted !== minute) onKeep(wanted);
        }}
      />
    </div>
  );
}
