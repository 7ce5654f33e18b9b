import { createRegistrationNormaliser } from '#pipelines/normalise/registration.ts';

/** A normaliser of registrations that knows no make. */
export const plainRegistrations = {
  normalise: createRegistrationNormaliser({ makeIds: () => () => '' }),
  version: () => 1,
};
