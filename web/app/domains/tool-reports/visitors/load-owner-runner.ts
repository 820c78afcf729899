/** Small, so that the scripts of visitors need not name all that the owner's half of a tool is made of. */
export const loadOwnerRunner = () => import('../owner-runner.tsx');
