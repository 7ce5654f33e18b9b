import type { ApiError } from '#schemas/api/call.ts';

/**
 * An error the caller is told about: status, a code for programs, a message for people that names the
 * value and what to do. Anything else thrown answers 500 without its text.
 */
export class Problem extends Error {
  readonly status: number;
  readonly code: string;
  readonly extra: Pick<ApiError, 'details' | 'suggestions'>;

  constructor(
    status: number,
    code: string,
    message: string,
    extra: Pick<ApiError, 'details' | 'suggestions'> = {},
  ) {
    super(message);
    this.name = 'Problem';
    this.status = status;
    this.code = code;
    this.extra = extra;
  }

  toBody(): ApiError {
    return { code: this.code, message: this.message, ...this.extra };
  }
}
