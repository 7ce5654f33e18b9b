import { openPglite } from './open-pglite.ts';

/** Fills the folder named by the first argument with an empty database; a process of its own. */
const [, , directory] = process.argv;
if (directory === undefined) throw new Error('name the folder');
const database = await openPglite(directory);
await database.close();
