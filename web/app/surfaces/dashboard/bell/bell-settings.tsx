import { useId } from 'react';
import { type BellPreferences, formatMinute, parseMinute } from '../../../domains/notifications/bell-preferences.ts';
import { type NotificationType, notificationTypes } from '../../../domains/notifications/notification.ts';

type BellSettingsProps = { readonly preferences: BellPreferences; readonly onChange: (preferences: BellPreferences) => void };

const typeNames: Readonly<Record<NotificationType, string>> = {
  alert: 'Alerts',
  security: 'Security',
  achievement: 'Achievements',
  info: 'Information',
  other: 'Everything else',
};

const firstQuiet = { fromMinute: 22 * 60, toMinute: 7 * 60 } as const;

/** Which kinds stay silent, and when all but the important ones do; kept for every device. */
export function BellSettings({ preferences, onChange }: BellSettingsProps) {
  const { mutedTypes, quiet } = preferences;
  return (
    <details className="quiet-fold bell-settings">
      <summary>Mute and quiet hours</summary>
      <fieldset>
        <legend>Muted kinds</legend>
        <div className="flex flex-wrap gap-x-5">
          {notificationTypes.map((type) => (
            <label key={type}>
              <input
                type="checkbox"
                checked={mutedTypes.includes(type)}
                onChange={(event) =>
                  onChange({
                    ...preferences,
                    mutedTypes: event.currentTarget.checked ? [...mutedTypes, type] : mutedTypes.filter((one) => one !== type),
                  })
                }
              />
              {typeNames[type]}
            </label>
          ))}
        </div>
      </fieldset>
      <fieldset>
        <legend>Quiet hours: only what is important counts</legend>
        <label>
          <input
            type="checkbox"
            checked={quiet !== undefined}
            onChange={(event) => onChange({ ...preferences, quiet: event.currentTarget.checked ? firstQuiet : undefined })}
          />
          On
        </label>
        {quiet === undefined ? null : (
          <div className="flex gap-4">
            <Time
              label="From"
              minute={quiet.fromMinute}
              onChange={(fromMinute) => onChange({ ...preferences, quiet: { ...quiet, fromMinute } })}
            />
            <Time label="To" minute={quiet.toMinute} onChange={(toMinute) => onChange({ ...preferences, quiet: { ...quiet, toMinute } })} />
          </div>
        )}
      </fieldset>
    </details>
  );
}

function Time({
  label,
  minute,
  onChange,
}: {
  readonly label: string;
  readonly minute: number;
  readonly onChange: (minute: number) => void;
}) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="time"
        defaultValue={formatMinute(minute)}
        onBlur={(event) => {
          const wanted = parseMinute(event.currentTarget.value);
          if (wanted !== undefined && wanted !== minute) onChange(wanted);
        }}
      />
    </div>
  );
}
