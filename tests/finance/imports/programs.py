"""CSV files with the headers that programs of bookkeeping document, or are known to write."""

QUICKBOOKS_3 = b"""Date,Description,Amount
01/31/2026,Example of a deposit,100.00
02/03/2026,Example of a payment,-30.50
"""

QUICKBOOKS_4 = b"""Date,Description,Credit,Debit
01/31/2026,Example of a deposit,100.00,
02/03/2026,Example of a payment,,30.50
"""

QUICKBOOKS_DESKTOP = b""","Type","Date","Num","Adj","Name","Memo","Clr","Split","Debit","Credit","Balance"
"Checking",,,,,,,,,,,"1,000.00"
,"Check","01/31/2026","1001",,"Landlord","Rent","\xfb","Rent Expense",,"1,200.00","-200.00"
,"Deposit","02/03/2026",,,"Customer","Invoice 7",,"Undeposited Funds","350.00",,"150.00"
,"Bill Pmt -Check","02/14/2026","ACH",,"Power Ltd",,,"Accounts Payable",,"50.00","100.00"
"Total Checking",,,,,,,,,"350.00","1,250.00","100.00"
"TOTAL",,,,,,,,,"350.00","1,250.00","100.00"
"""

QUICKBOOKS_DETAIL = b""","Type","Date","Num","Name","Memo","Clr","Split","Amount","Balance"
"Checking",,,,,,,,,"1,000.00"
,"Check","01/31/2026","1001","Landlord","Rent","\xfb","Rent Expense","-1,200.00","-200.00"
,"Deposit","02/03/2026",,"Customer","Invoice 7",,"Undeposited Funds","350.00","150.00"
"Total Checking",,,,,,,,"-850.00","150.00"
"""

XERO_STATEMENT = b"""*Date,*Amount,Payee,Description,Reference,Check Number
31/01/2026,100.00,Customer,Invoice 7,INV-0007,
03/02/2026,-30.50,Landlord,,,1001
"""

XERO_TRANSACTIONS = b"""Account Transactions,,,,,,,
Demo Company,,,,,,,
For the period 1 January 2026 to 28 February 2026,,,,,,,
,,,,,,,
Date,Source,Description,Reference,Debit,Credit,Running Balance,Gross
Business Bank Account,,,,,,,
Opening Balance,,,,"1,000.00",,"1,000.00",
31 Jan 2026,Receive Money,Customer - Invoice 7,INV-0007,100.00,,"1,100.00",100.00
3 Feb 2026,Spend Money,Landlord,,,30.50,"1,069.50",30.50
14 Feb 2026,Spend Money,Power Ltd,,,50.00,"1,019.50",50.00
Total Business Bank Account,,,,100.00,80.50,"1,019.50",180.50
Closing Balance,,,,"1,019.50",,"1,019.50",
Total,,,,100.00,80.50,19.50,180.50
"""

ACTUAL = """Account,Date,Payee,Notes,Category,Amount,Split_Amount,Cleared
Giro,2026-01-05,Market,(SPLIT INTO 2) week,,0,-30,Cleared
Giro,2026-01-05,Market,(SPLIT 1 OF 2) ,Food,-10,0,Cleared
Giro,2026-01-05,Market,(SPLIT 2 OF 2) ,Household,-20,0,Cleared
Giro,2026-01-03,Bäcker,Brötchen,Food,-3.5,0,Reconciled
Savings,2026-01-07,Giro,put away,,100,0,Not cleared
""".encode()

ACTUAL_ONE = b"""Account,Date,Payee,Notes,Category,Amount,Cleared,Reconciled
Giro,2026-01-03,Baker,Rolls,Food: Bread,-3.5,true,true
Giro,2026-01-04,Power,,House: Power,-80.05,false,false
"""

FIREFLY = (
    b"user_id,group_id,journal_id,created_at,updated_at,group_title,type,currency_code,amount,foreign_currency_code,foreign_amount,"
    b"primary_currency_code,pc_amount,pc_foreign_amount,description,date,source_name,source_iban,source_type,destination_name,"
    b"destination_iban,destination_type,reconciled,category,budget,bill,tags,notes,internal_reference\n"
    b"1,1,1,2026-01-01T08:00:00+00:00,2026-01-01T08:00:00+00:00,,Opening balance,EUR,1000.00,,,,,,Initial balance,"
    b"2026-01-01T00:00:00+00:00,Initial balance for Giro,,Initial balance account,Giro,DE02120300000000202051,Asset account,,,,,,,\n"
    b"1,2,2,2026-01-03T08:00:00+00:00,2026-01-03T08:00:00+00:00,,Withdrawal,EUR,-3.50,,,,,,Rolls,2026-01-03T10:15:00+01:00,Giro,"
    b"DE02120300000000202051,Asset account,Baker,,Expense account,1,Food,,,,,R-1\n"
    b"1,3,3,2026-01-05T08:00:00+00:00,2026-01-05T08:00:00+00:00,,Deposit,EUR,2500.00,,,,,,Salary,2026-01-05T00:00:00+01:00,Employer,,"
    b"Revenue account,Giro,DE02120300000000202051,Asset account,,,,,,,\n"
    b"1,4,4,2026-01-07T08:00:00+00:00,2026-01-07T08:00:00+00:00,,Transfer,EUR,90.00,USD,100.00,,,,Exchange,2026-01-07T00:00:00+01:00,"
    b"Giro,DE02120300000000202051,Asset account,Dollars,,Asset account,,,,,,,\n"
    b"1,5,5,2026-01-08T08:00:00+00:00,2026-01-08T08:00:00+00:00,,Withdrawal,EUR,-200.00,,,,,,Instalment,2026-01-08T00:00:00+01:00,Giro,"
    b"DE02120300000000202051,Asset account,House,,Mortgage,,,,,,,\n"
)
