import type { CourierField, CourierFields, CourierValues } from './types';

/** A courier's data as a form holds them. */
export const courierFieldsOf = (values: (CourierValues & { note?: string | null }) | null): CourierFields => ({
  courierName: values?.courierName ?? '',
  pickUpDate: values?.pickUpDate ?? '',
  estimateDeliveryDate: values?.estimateDeliveryDate ?? '',
  trackingNumber: values?.trackingNumber ?? '',
  note: values?.note ?? '',
});

/** What a journey needs where the tracking number may follow later. */
export const UNTRACKED_NEEDS: readonly CourierField[] = ['courierName', 'pickUpDate', 'estimateDeliveryDate'];
export const TRACKED_NEEDS: readonly CourierField[] = [...UNTRACKED_NEEDS, 'trackingNumber'];
