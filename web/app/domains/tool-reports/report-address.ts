/** Where a job is followed, or its report shown. Opening it begins nothing. */
export function addressOfJob(tool: string, id: string): string {
  return `/${tool}#job=${id}`;
}

/** A tool's page with a target filled in. Opening it begins nothing. */
export function addressOfTarget(tool: string, target: string): string {
  return `/${tool}#target=${encodeURIComponent(target)}`;
}

/** What the fragment of a tool's page asks for. */
export function readReportAddress(fragment: string): { readonly job: string | undefined; readonly target: string | undefined } {
  const asked = new URLSearchParams(fragment.replace(/^#/, ''));
  const job = asked.get('job') ?? '';
  return {
    job: /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(job) ? job : undefined,
    target: asked.get('target')?.slice(0, 300),
  };
}
