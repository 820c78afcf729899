/** Gives the focus back to a task that moved: in its new place it is drawn again, after the change is taken. */
export function refocusTask(id: string): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-task="${CSS.escape(id)}"] [data-task-title]`)?.focus());
}
