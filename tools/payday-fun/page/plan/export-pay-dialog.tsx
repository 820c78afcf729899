import { addDays } from '@castellan/money/day';
import ClearExportDialog from '../../../../web/app/domains/vault/exports/clear-export-dialog.client.tsx';
import { textFile } from '../../../../web/app/domains/vault/exports/text-file.ts';
import { paydayFun } from '../../manifest.ts';
import { payCalendar } from '../pay-calendar.ts';
import { payDatesBetween } from '../pay-dates.ts';
import { usePayday } from '../payday-context.ts';
import type { PayPlan } from './pay-plan.ts';
import { writePlans } from './plans-file.ts';

type ExportPayDialogProps = {
  /** Whose paydays the calendar has. */
  readonly plan: PayPlan;
  /** The form that was asked for. */
  readonly form: 'calendar' | 'json';
  readonly onClose: () => void;
};

const json = 'JSON: every pay, to be imported here again';
const calendar = 'Calendar (.ics)';

/** Writes pay to a file, or its days to a calendar. */
export default function ExportPayDialog({ plan, form, onClose }: ExportPayDialogProps) {
  const { plans, today, isSample } = usePayday();
  return (
    <ClearExportDialog
      app={paydayFun.id}
      what="Pay"
      counts={{ records: plans.length }}
      records={[{ collection: 'pay_plans', ids: plans.map(({ id }) => id) }]}
      isSample={isSample}
      title="Export pay"
      description={plans.length === 1 ? '1 pay plan.' : `${plans.length} pay plans.`}
      first={form === 'json' ? json : calendar}
      forms={[
        { label: json, format: 'JSON', make: async () => textFile(`pay-${today}.json`, 'application/json', writePlans(plans)) },
        {
          label: calendar,
          hint: `The paydays of “${plan.name}” for a year.`,
          format: 'a calendar',
          make: async () => {
            const text = payCalendar(plan, payDatesBetween(plan, today, addDays(today, 365)), new Date());
            return textFile(`paydays-${today}.ics`, 'text/calendar', text);
          },
        },
      ]}
      note="JSON leaves out the trash alone. A calendar has days and their reasons. It is a copy: programs that import it do not see later changes."
      onClose={onClose}
    />
  );
}
