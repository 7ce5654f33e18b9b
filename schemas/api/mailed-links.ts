import { z } from 'zod';
import { done, newPassword } from './account.ts';
import { defineCall } from './call.ts';

export const requestPasswordReset = defineCall('POST /api/auth/password/forgot', {
  summary:
    'Ask for a link by which the password can be set anew; the answer is the same for any e-mail',
  body: z.object({ email: z.email('A valid e-mail is required').max(254) }),
  response: done,
});

const mailedToken = z.string().min(1, 'The link is not complete').max(200);

export const resetPassword = defineCall('POST /api/auth/password/reset', {
  summary: 'Set the password by a mailed link; every device is signed out',
  body: z.object({ token: mailedToken, password: newPassword }),
  response: done,
});

export const requestVerification = defineCall('POST /api/auth/email/verification', {
  summary: 'Ask for a link by which the e-mail is verified',
  access: 'signed-in',
  response: done,
});

export const verifyEmail = defineCall('POST /api/auth/email/verify', {
  summary: 'Verify the e-mail of the signed-in person by a mailed link',
  access: 'signed-in',
  body: z.object({ token: mailedToken }),
  response: done,
});
