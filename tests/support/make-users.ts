import { openEmbeddedPostgres } from '#api/users/embedded.ts';
import { migrate } from '#api/users/migrate.ts';

/** Fills the folder named by the first argument with a user store; a process of its own. */
const store = await openEmbeddedPostgres(process.argv[2] ?? '');
await migrate(store);
await store.close();
