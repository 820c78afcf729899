/**
 * Stands for the publishable key of whatever installation answers, where a page must be the same in all of them. It opens what that
 * key opens, which is printed on every visitor's page: nothing by itself.
 */
export const siteKey = 'sb_publishable_of_this_site';
