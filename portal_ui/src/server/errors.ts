import type { Current, ErrorBody } from './types';

/** An answer of the server that is not a success; `message` is the server's, in the user's language, or "". */
export class ApiError extends Error {
  readonly code: string;
  readonly fields: Record<string, string[]>;
  readonly requestId: string | undefined;
  readonly current: Current | undefined;
  /** What an earlier call with the same key, but other contents, had created. */
  readonly created: unknown;

  constructor(
    readonly status: number,
    body: Partial<ErrorBody> = {},
  ) {
    super(body.message ?? '');
    this.name = 'ApiError';
    this.code = body.code ?? '';
    this.fields = body.fields ?? {};
    this.requestId = body.requestId;
    this.current = body.current;
    this.created = body.created;
  }

  /** The token is missing, unknown, revoked or expired: the session is over. */
  get endsSession(): boolean {
    return this.status === 401 && (this.code === 'TOKEN_EXPIRED' || this.code === 'TOKEN_INVALID');
  }
}

/** No answer came: no connection, or the server is out of reach. */
export class NetworkError extends Error {
  constructor(options?: ErrorOptions) {
    super('', options);
    this.name = 'NetworkError';
  }
}

/** What Chromium, Firefox and Safari, and Vite for a style sheet, say of code that did not come. */
const LOST_CODE = /dynamically imported module|importing a module script failed|unable to preload css/i;

/** A part of the portal's own code did not come: for whoever waits for it that is a lost connection too. */
export const isLostCode = (error: unknown): boolean => error instanceof Error && LOST_CODE.test(error.message);

export async function errorOf(response: Response): Promise<ApiError> {
  const text = await response.text().catch(() => '');
  return new ApiError(response.status, parse(text));
}

function parse(text: string): Partial<ErrorBody> {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? (body as Partial<ErrorBody>) : {};
  } catch {
    return {};
  }
}
