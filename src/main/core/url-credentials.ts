/**
 * User name and password in the address of a recording, behind what comes before them. As `parseUrl` takes addresses they
 * end at the last `@` before a path. PostgreSQL reads the pattern as well.
 */
export const CREDENTIALS = /^(\w+:\/\/)[^/?#]*@/;
