/** Lets what is installed open at the dashboard, as where the server drew a page of the owner's. Returns the way back to the home page. */
export function installDashboard(): () => void {
  const link = document.querySelector('link[rel="manifest"]');
  link?.setAttribute('href', '/dashboard.webmanifest');
  return () => link?.setAttribute('href', '/manifest.webmanifest');
}
