# ruff: noqa: E501
"""Reports of nine payment processors as they export them, each of one or two payouts: 20.00 and 30.00 less 1.90 are 48.10."""

STRIPE = """automatic_payout_id,automatic_payout_effective_at,balance_transaction_id,created,available_on,currency,gross,fee,net,reporting_category,payment_metadata[order_id],description
po_1,2026-01-06 00:00:00,txn_1,2026-01-05 10:11:12,2026-01-06 00:00:00,eur,20.00,0.90,19.10,charge,ORD1001,Anna Smith
po_1,2026-01-06 00:00:00,txn_2,2026-01-05 11:11:12,2026-01-06 00:00:00,eur,30.00,1.00,29.00,charge,ORD1002,B. Okoro
po_2,2026-01-07 00:00:00,txn_3,2026-01-06 11:11:12,2026-01-07 00:00:00,eur,-5.00,0.00,-5.00,refund,ORD1002,B. Okoro
po_2,2026-01-07 00:00:00,txn_4,2026-01-06 12:11:12,2026-01-07 00:00:00,eur,75.00,1.30,73.70,charge,ORD1003,Carla Rossi
"""
PAYPAL = """"Date","Time","TimeZone","Name","Type","Status","Currency","Gross","Fee","Net","Transaction ID","Balance"
"05/01/2026","10:11:12","Europe/Berlin","Anna Smith","Express Checkout Payment","Completed","EUR","20,00","-0,90","19,10","8AB12345","19,10"
"05/01/2026","11:11:12","Europe/Berlin","B. Okoro","Express Checkout Payment","Completed","EUR","30,00","-1,00","29,00","8AB12346","48,10"
"05/01/2026","11:30:00","Europe/Berlin","C. Late","Express Checkout Payment","Pending","EUR","9,00","-0,10","8,90","8AB12347","48,10"
"13/01/2026","12:00:00","Europe/Berlin","","General Withdrawal - Bank Account","Completed","EUR","-48,10","0,00","-48,10","8AB12348","0,00"
"""
ADYEN = """Merchant Account,Psp Reference,Merchant Reference,Creation Date,Type,Gross Currency,Gross Debit (GC),Gross Credit (GC),Net Currency,Net Debit (NC),Net Credit (NC),Commission (NC),Markup (NC),Batch Number
Shop,PSP10001,ORD1001,2026-01-05 10:11:12,Settled,EUR,,20.00,EUR,,19.10,0.30,0.60,12
Shop,PSP10002,ORD1002,2026-01-05 11:11:12,Settled,EUR,,30.00,EUR,,29.00,0.50,0.50,12
Shop,,MerchantPayout,2026-01-06 11:11:12,MerchantPayout,EUR,48.10,,EUR,48.10,,0.00,0.00,12
"""
SQUARE = """Date,Time,Gross Sales,Total Collected,Fees,Net Total,Transaction ID,Payment ID,Customer Name,Deposit ID,Deposit Date
2026-01-05,10:11:12,$20.00,$20.00,-$0.90,$19.10,TX10001,PAY1001,Anna Smith,DEP77,2026-01-06
2026-01-05,11:11:12,$30.00,$30.00,-$1.00,$29.00,TX10002,PAY1002,B. Okoro,DEP77,2026-01-06
"""
SUMUP = """Transaktionsdatum;Transaktions-ID;Betrag;Gebühr;Auszahlungsbetrag;Auszahlungsdatum;Auszahlungs-ID
05.01.2026;TX10001;20,00;0,90;19,10;06.01.2026;A4711
05.01.2026;TX10002;30,00;1,00;29,00;06.01.2026;A4711
"""
SHOPIFY = """Transaction Date,Type,Order,Card Brand,Payout Status,Payout Date,Payout ID,Available On,Amount,Fee,Net
2026-01-05 10:11:12 +0100,charge,#1001,visa,paid,2026-01-06,990001,2026-01-06,20.00,0.90,19.10
2026-01-05 11:11:12 +0100,charge,#1002,visa,paid,2026-01-06,990001,2026-01-06,30.00,1.00,29.00
"""
AMAZON = """date/time,settlement id,type,order id,description,product sales,shipping credits,selling fees,fba fees,other,total
5 Jan 2026,20001,Order,302-1001,Book,16.00,4.00,-0.50,-0.40,0.00,19.10
5 Jan 2026,20001,Order,302-1002,Lamp,30.00,0.00,-0.60,-0.40,0.00,29.00
6 Jan 2026,20001,Transfer,,To your bank account,0.00,0.00,0.00,0.00,-48.10,-48.10
"""
GOCARDLESS = """payout_id,payout_date,resource_id,customer_name,currency,gross_amount,gocardless_fees,app_fees,net_amount
PO0001,2026-01-06,PM1001,Anna Smith,EUR,20.00,0.80,0.10,19.10
PO0001,2026-01-06,PM1002,B. Okoro,EUR,30.00,0.90,0.10,29.00
"""
KLARNA = """type,sale_date,payout_date,order_id,amount,currency,payment_reference
SALE,2026-01-05,2026-01-06,ORD1001,20.00,EUR,KL1
SALE,2026-01-05,2026-01-06,ORD1002,30.00,EUR,KL2
FEE,2026-01-05,2026-01-06,,-1.90,EUR,KL3
"""
REPORTS = {
    "stripe": STRIPE, "paypal": PAYPAL, "adyen": ADYEN, "square": SQUARE, "sumup": SUMUP, "shopify": SHOPIFY, "amazon": AMAZON,
    "gocardless": GOCARDLESS, "klarna": KLARNA,
}  # fmt: skip
