import type { CourierField, CourierFields } from '../../shared/shipping/rules';
import type { CourierValues } from '../../shared/shipping/types';

/** A courier's data as a form holds them. */
export const courierFieldsOf = (values: (CourierValues & { note?: string | null }) | null): CourierFields => ({
  courierName: values?.courierName ?? '',
  pickUpDate: values?.pickUpDate ?? '',
  estimateDeliveryDate: values?.estimateDeliveryDate ?? '',
  trackingNumber: values?.trackingNumber ?? '',
  note: values?.note ?? '',
});

/** The tracking number may follow later when goods come, but not when they go back. */
export const PICK_UP_NEEDS: readonly CourierField[] = ['courierName', 'pickUpDate', 'estimateDeliveryDate'];
export const TRANSIT_BACK_NEEDS: readonly CourierField[] = [...PICK_UP_NEEDS, 'trackingNumber'];
