import { EnrolmentPanel } from '../../domains/session/enrolment-panel.tsx';
import { RecoveryPanel } from './recovery-panel.tsx';
import type { Step } from './sign-in-state.ts';

/** The steps that show something besides words. */
export type PanelStep = Extract<Step, { readonly kind: 'enrol-code' | 'recovery-codes' }>;

/** What a step shows besides words. */
export function StepPanel({ step }: { readonly step: PanelStep }) {
  if (step.kind === 'recovery-codes') return <RecoveryPanel codes={step.codes} />;
  return <EnrolmentPanel enrolment={step.enrolment} secretShown={step.secretShown} />;
}
