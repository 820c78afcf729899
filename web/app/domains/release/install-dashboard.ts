/** Lets what is installed from a page of the owner's open at the dashboard; a visitor's page opens at the home page. Returns the way back. */
export function installDashboard(): () => void {
  const link = document.querySelector('link[rel="manifest"]');
  link?.setAttribute('href', '/dashboard.webmanifest');
  return () => link?.setAttribute('href', '/manifest.webmanifest');
}
