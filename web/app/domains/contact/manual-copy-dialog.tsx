import { useEffect, useRef } from 'react';
import { AlertDialog } from '../../ui/alert-dialog.tsx';

type ManualCopyDialogProps = {
  /** What could not be copied; the dialog is closed where there is none. */
  readonly value: string | undefined;
  readonly onClose: () => void;
};

/** Shows a value that the browser would not copy, selected and ready for the visitor's own keys. */
export function ManualCopyDialog({ value, onClose }: ManualCopyDialogProps) {
  return (
    <AlertDialog
      open={value !== undefined}
      title="Not copied"
      description={`Failed to copy. Please copy manually: ${value ?? ''}`}
      onClose={onClose}
    >
      {value === undefined ? null : <SelectedValue value={value} />}
    </AlertDialog>
  );
}

function SelectedValue({ value }: { readonly value: string }) {
  const field = useRef<HTMLInputElement>(null);
  // After the dialog has opened, which moves the focus to its first control.
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.select();
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <input
      ref={field}
      readOnly
      value={value}
      aria-label="Value to copy"
      className="min-h-12 w-full rounded-control border border-edge bg-plate px-3.5 font-mono text-base text-ink"
    />
  );
}
