/** Version of the package; a test holds it against package.json. */
export const VERSION = '0.1.0';

/** Where a site's owner learns who asked: part of the User-Agent. */
export const PROJECT_URL = 'https://www.npmjs.com/package/sallyport';
