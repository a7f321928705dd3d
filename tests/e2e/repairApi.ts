import type { Page } from '@playwright/test';
import { getSession, type User } from './portal';

/** Client of the API, which brings a repair to the step under test. */
export class Api {
  constructor(private readonly page: Page) {}

  async call<T>(user: User, method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown): Promise<T> {
    const { token } = await getSession(this.page, user);
    const response = await this.page.request.fetch(`/api/v1/${path}`, {
      method,
      headers: { Authorization: token },
      ...(body === undefined ? {} : { data: body }),
    });
    if (!response.ok()) throw new Error(`${path}: ${response.status()} ${await response.text()}`);
    return (await response.json()) as T;
  }

  /** Create a repair with a number of units and return its ID. */
  async create(units: number): Promise<number> {
    const [part] = await this.call<{ id: number }[]>(
      'client',
      'GET',
      'parts/fetch/by/category?category=HANDHELD&serviceCategories=REPAIR',
    );
    const rows = Array.from({ length: units }, (_, index) => ({ partId: part?.id, serialNumber: `SN ${index + 1}` }));
    return (await this.call<{ id: number }>('client', 'POST', 'repairing/create', rows)).id;
  }

  read(id: number, user: User = 'admin') {
    return this.call<{
      status: { key: string };
      version: number;
      repairParts: { id: number; initialApproval: string }[];
    }>(user, 'GET', `repairing/fetch/repair?repairId=${id}`);
  }

  /** Give every unit its initial approval. */
  async approveAll(id: number): Promise<void> {
    const { repairParts } = await this.read(id);
    const decisions = repairParts.map((part) => ({ id: part.id, status: 'APPROVED' }));
    await this.call('supervisor', 'POST', `repairing/change/initial/status/all?repairId=${id}`, decisions);
  }

  /** Set the status as the administrator, without checks. */
  setStatus(id: number, status: string) {
    return this.call('admin', 'POST', `repairing/change/repair/status?repairId=${id}&status=${status}`);
  }

  /** Continue to the next status as a user. */
  continueRepair(id: number, user: User) {
    return this.call(user, 'POST', `repairing/change/repair/status?repairId=${id}`);
  }

  /** Return the number of history rows, including the creation. */
  async countTransitions(id: number): Promise<number> {
    const page = await this.call<{ totalElements: number }>(
      'admin',
      'GET',
      `repairing/fetch-history-by-criteria?repairId=${id}`,
    );
    return page.totalElements;
  }
}
