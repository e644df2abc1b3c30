"""What a model's opinion on the sample statements takes in tokens, calls and money, beside a loop that looks everything up."""
