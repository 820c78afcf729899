/** The signs that S3 takes for safe, as on the hosted service. */
const objectName = /^[A-Za-z0-9_/!.*'() &$=@;:+,?-]+$/;
const bucketName = /^[A-Za-z0-9_!.*'() &$=@;:+,?-]+$/;

/** The longest name of an object in bytes. */
const longestName = 1024;

/** Whether an object may have this name: it is a key and no path, but one with `.` or `..` in it could not be asked for by address. */
export function isObjectName(name: string): boolean {
  return name.length <= longestName && objectName.test(name) && !name.split('/').some((part) => part === '.' || part === '..');
}

/** Whether a bucket may have this name. */
export function isBucketName(name: string): boolean {
  return name.length <= 100 && bucketName.test(name) && name.trim() === name && name !== '.' && name !== '..';
}
